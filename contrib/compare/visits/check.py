#!/usr/bin/env python3
"""Checks exported visits without the garden (RULES V3, V4); signatures need the Python package cryptography:

    gardenctl visit export --json | contrib/compare/visits/check.py [HEAD [KEY]]

Each line must have its SHA-256, say what the visit says, and have a signature by KEY if the visit is signed (without KEY: by the key
that is exported with it). If no visit is missing, because none is in the trash or was purged, each line must also follow the one
before, and the last one must have the head that `gardenctl visit verify` printed earlier.
"""
import base64, hashlib, json, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

head, known = (sys.argv[1:] + ["", ""])[:2]
visits, previous = json.load(sys.stdin), "0" * 64
for number, exported in enumerate(visits, 1):
    visit, text = exported["visit"], exported["line"]
    line, name = json.loads(text), f"visit {visit['id']}"
    if hashlib.sha256(text.encode()).hexdigest() != exported["hash"]:
        sys.exit(f"{name}: its line does not have its SHA-256")
    if any(line[short] != visit[long] for short, long in
           [("id", "id"), ("lat", "latitude"), ("lon", "longitude"), ("source", "source")]):
        sys.exit(f"{name}: its line says something else")
    if visit["id"] == number and line["prev"] != previous:
        sys.exit(f"{name}: its line does not follow the one before")
    if visit["signed"]:
        key, signature = known or exported["publicKey"], exported["signature"]
        try:
            Ed25519PublicKey.from_public_bytes(base64.b64decode(key)).verify(base64.b64decode(signature), text.encode())
        except InvalidSignature:
            sys.exit(f"{name}: its signature is not by the key {key}")
    previous = exported["hash"]
if head and head != previous:
    sys.exit(f"the last line is {previous}")
print(f"{len(visits)} visits are as exported, {sum(v['visit']['signed'] for v in visits)} signed, head {previous}")
