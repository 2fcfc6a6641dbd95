// Presentation mode, for a projector: the picture and its sentence fill the screen, in letters for the back row. The page
// fills its window also where the browser refuses the full screen.

class Presentation {
  on = $state(false);
  /** Show the pseudocode beside the picture, on pages that have some. */
  code = $state(false);

  constructor() {
    // The browser's own way out of the full screen, the Escape key, ends presentation mode too.
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement) this.set(false);
    });
  }

  toggle(): void {
    if (this.on) this.leave();
    else {
      this.set(true);
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    }
  }

  leave(): void {
    this.set(false);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  }

  private set(on: boolean): void {
    this.on = on;
    document.documentElement.toggleAttribute("data-presenting", on);
  }
}

export const presentation = new Presentation();
