// Where the browser begins: the theme is set before anything is drawn, then the shell takes over.

import { mount } from "svelte";
// The common style comes first, so that a component's own style may differ from it.
import "./app/app.css";
import App from "./app/App.svelte";
import { theme } from "./app/theme.svelte";

theme.apply();
mount(App, { target: document.getElementById("app")! });
