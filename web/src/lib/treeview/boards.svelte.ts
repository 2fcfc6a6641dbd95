// The small boards of a game's search tree. Only those in view are requested, in batches, and all are cached; `version`
// grows when new ones arrive.

import type { Size } from "./boxes";

const BATCH = 64;
/** Boards come in the size they are meant to have; this is for one that does not say. */
const SIDE = 72;

export class Boards {
  /** Grows when pictures come in. */
  version = $state(0);
  /** How large a board is drawn; null until the first has come, or where the game draws none. */
  size = $state.raw<Size | null>(null);
  private readonly addresses = new Map<number, string | null>();
  private readonly images = new Map<number, HTMLImageElement>();
  private wanted = new Set<number>();
  private busy = false;

  /** `draw` makes the pictures of some nodes, with null for a node that has none. */
  constructor(private readonly draw: (nodes: number[]) => Promise<(string | null)[]>) {}

  /** The picture of a node as an address for an image, or null; a first call asks for it. */
  picture(node: number): string | null {
    void this.version;
    const known = this.addresses.get(node);
    if (known === undefined) this.want(node);
    return known ?? null;
  }

  /** The same for the canvas, once it has been read. */
  image(node: number): HTMLImageElement | null {
    const ready = this.images.get(node);
    if (ready) return ready.complete && ready.naturalWidth ? ready : null;
    const address = this.picture(node);
    if (address) {
      const image = new Image(this.size?.width ?? SIDE, this.size?.height ?? SIDE);
      image.onload = () => (this.version += 1);
      image.src = address;
      this.images.set(node, image);
    }
    return null;
  }

  /** Asks for the root's board, whose size all others share. */
  async begin(): Promise<void> {
    const [drawing] = await this.draw([0]);
    if (!drawing) return;
    this.addresses.set(0, addressOf(drawing));
    const image = new Image();
    image.src = addressOf(drawing);
    await image.decode().catch(() => undefined);
    const { naturalWidth: width, naturalHeight: height } = image;
    this.size = width && height ? { width, height } : { width: SIDE, height: SIDE };
  }

  private want(node: number): void {
    this.wanted.add(node);
    if (this.busy) return;
    this.busy = true;
    // What one frame wants is asked for together.
    setTimeout(() => void this.fetch());
  }

  private async fetch(): Promise<void> {
    while (this.wanted.size) {
      // The latest are those in view now; what was passed by is asked for when it is seen again.
      const nodes = [...this.wanted].slice(-BATCH);
      this.wanted = new Set([...this.wanted].slice(-4 * BATCH, -BATCH));
      try {
        const pictures = await this.draw(nodes);
        nodes.forEach((node, at) => this.addresses.set(node, pictures[at] ? addressOf(pictures[at]) : null));
      } catch {
        // Without its board a node still has its frame and its value; asking again would only repeat the failure.
        nodes.forEach((node) => this.addresses.set(node, null));
      }
      this.version += 1;
    }
    this.busy = false;
  }
}

/** A drawing may leave out the name space, which an image of its own needs. */
function addressOf(drawing: string): string {
  const whole = drawing.includes("xmlns=")
    ? drawing
    : drawing.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole)}`;
}
