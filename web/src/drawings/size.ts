/** Every drawing is a multiple of the one unit of length, `--u` (see app.css); a size may also be any length of CSS. */
export type Size = number | string;

export function length(size: Size): string {
  return typeof size === "number" ? `calc(${size} * var(--u))` : size;
}
