// Light, dark, or as the system has it. The choice is kept; the colours themselves are in app.css.

import { recall, save } from "../lib/memory";

const CHOICES = ["system", "light", "dark"] as const;
type Choice = (typeof CHOICES)[number];

class Theme {
  choice = $state<Choice>("system");
  private systemIsDark = $state(false);
  dark = $derived(this.choice === "dark" || (this.choice === "system" && this.systemIsDark));

  constructor() {
    const kept = recall("theme", { choice: "system" }).choice;
    this.choice = CHOICES.find((each) => each === kept) ?? "system";
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    this.systemIsDark = system.matches;
    system.addEventListener("change", () => {
      this.systemIsDark = system.matches;
      this.apply();
    });
  }

  next(): void {
    this.choice = CHOICES[(CHOICES.indexOf(this.choice) + 1) % CHOICES.length]!;
    save("theme", { choice: this.choice });
    this.apply();
  }

  apply(): void {
    document.documentElement.dataset["theme"] = this.dark ? "dark" : "light";
  }
}

export const theme = new Theme();
