// Long texts in an address: compressed, in letters that need no escapes. Short ones stay readable.

const LONGEST_PLAIN = 1200;
const PACKED = "~";

export async function pack(text: string): Promise<string> {
  if (text.length <= LONGEST_PLAIN && !text.startsWith(PACKED)) return text;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return PACKED + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text again; a broken one is an Error that says so. */
export async function unpack(packed: string): Promise<string> {
  if (!packed.startsWith(PACKED)) return packed;
  try {
    const letters = atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error("The shared address is damaged: ask for it again, whole.");
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const out = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
