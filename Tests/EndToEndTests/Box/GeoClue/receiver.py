"""A GPS receiver behind a socket: it sends a position (NMEA 0183) twice a second."""
import os
import socket
import threading
import time

PATH = "/run/receiver.sock"


def sentence():
    now = time.strftime("%H%M%S.00", time.gmtime())
    body = f"GPGGA,{now},3540.87416,N,13946.02750,E,1,08,1.5,40.0,M,0.0,M,,"
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def serve(client):
    try:
        while True:
            client.sendall(sentence())
            time.sleep(0.5)
    except OSError:
        pass


listener = socket.socket(socket.AF_UNIX)
listener.bind(PATH)
os.chmod(PATH, 0o666)
listener.listen()
while True:
    threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
