# The smallest window of WebKitGTK that WebKitWebDriver can drive. The window of MiniBrowser is at least 447 px wide.
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

options = sys.argv[1:]

look = Gtk.Settings.get_default()
look.set_property("gtk-application-prefer-dark-theme", "dark" in options)
look.set_property("gtk-enable-animations", "reducedMotion" not in options)

settings = WebKit2.Settings(enable_javascript="noJavaScript" not in options)
features = WebKit2.Settings.get_all_features()
for feature in map(features.get, range(features.get_length())):
    # Under automation, WebKitGTK 2.50 crashes at links between pages that have view transitions.
    if feature.get_identifier() == "CrossDocumentViewTransitionsEnabled":
        settings.set_feature_enabled(feature, False)

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def open_window(_session):
    view = WebKit2.WebView(
        web_context=context, settings=settings, is_controlled_by_automation=True
    )
    window = Gtk.Window()
    window.add(view)
    window.show_all()

    def resize(properties, _property):
        size = properties.get_geometry()
        window.resize(max(size.width, 1), max(size.height, 1))

    view.get_window_properties().connect("notify::geometry", resize)
    return view


def on_start(_context, session):
    session.connect("create-web-view", open_window)


context.connect("automation-started", on_start)
Gtk.main()
