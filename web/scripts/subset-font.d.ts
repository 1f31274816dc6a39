declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: "woff2" | "woff" | "sfnt" },
  ): Promise<Uint8Array>;
}
