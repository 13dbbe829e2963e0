// The scripts of a connected page: its events, its changes, its widgets and its connection.

import { connection } from "./connection.js";
import { applyChange } from "./page_changes.js";
import { hearEvents } from "./page_events.js";
import { defineWidgets } from "./widget_element.js";
import { followLevels, followPanels } from "./panels.js";

defineWidgets();
hearEvents();
followPanels();
followLevels();
connection.apply = applyChange;
connection.open();
Object.assign(window, { connection }); // for tests and for looking into a page
