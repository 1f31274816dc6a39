/** A catalogue without what the door says: see scripts/catalogues.ts. */
declare module "*.ts?rest" {
  const words: Readonly<Record<string, string | { readonly one: string; readonly other: string }>>;
  export default words;
}
