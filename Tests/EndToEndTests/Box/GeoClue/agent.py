"""The part of a desktop that GeoClue asks whether programs may know the place."""
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

EXACT = dbus.UInt32(8)


class Agent(dbus.service.Object):
    @dbus.service.method("org.freedesktop.GeoClue2.Agent", in_signature="su", out_signature="bu")
    def AuthorizeApp(self, desktop_id, level):
        return True, level

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return EXACT

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {"MaxAccuracyLevel": EXACT}


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
agent = Agent(bus, "/org/freedesktop/GeoClue2/Agent")
manager = bus.get_object("org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager")
# GeoClue reads the properties before it answers.
dbus.Interface(manager, "org.freedesktop.GeoClue2.Manager").AddAgent(
    "geoclue-demo-agent", reply_handler=lambda: None, error_handler=print)
GLib.MainLoop().run()
