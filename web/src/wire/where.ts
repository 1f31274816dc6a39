/** Which tables are on this device, and whether there is a house at all. */

/** How the id of a table of this device begins; no house gives such an id. */
export const HERE = "here-";

export const isHere = (table: string): boolean => table.startsWith(HERE);

/** This is a page without a house: `osteria page` wrote it. */
export const isAlone = (): boolean => document.querySelector('meta[name="osteria"][content="page"]') !== null;
