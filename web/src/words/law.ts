/** The rules and rulings in our own words, as the law of the project has them; fetched when somebody asks. */

export interface Clause {
  id: string;
  title: string;
  text: string;
  games: string[];
}

export interface Ruling {
  title: string;
  clauses: string[];
  text: string;
}

const PAGES = import.meta.glob<string>("../../../src/osteria/law/rules/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const RULINGS = import.meta.glob<string>("../../../src/osteria/law/rulings/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const ORDER = [
  "general",
  "filling",
  "mamma-mia",
  "mamma-mia-orders",
  "sole-mio",
  "sole-mio-orders",
  "help",
  "grande",
  "roll-for-soles",
];

function front(text: string): { fields: Record<string, string>; body: string } {
  const found = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  if (!found) return { fields: {}, body: text };
  const fields = found[1]!.split("\n").map((line) => line.split(/:\s*/, 2) as [string, string]);
  return { fields: Object.fromEntries(fields), body: found[2]! };
}

function clausesOf(page: string): Clause[] {
  const { fields, body } = front(page);
  return body
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...rest] = part.split("\n");
      const [id = "", ...title] = heading.split(" ");
      const text = rest.join("\n").trim();
      const elsewhere = /^<!-- games: (.*?) -->\n*/.exec(text);
      const games = (elsewhere?.[1] ?? fields["games"] ?? "").split(" ");
      return { id, title: title.join(" "), text: elsewhere ? text.slice(elsewhere[0].length) : text, games };
    });
}

/** All clauses, general ones first. */
export function clauses(): Clause[] {
  return ORDER.flatMap((name) => clausesOf(PAGES[`../../../src/osteria/law/rules/${name}.md`] ?? ""));
}

/** All rulings, by the clauses they touch. */
export function rulings(): Ruling[] {
  return Object.entries(RULINGS)
    .filter(([path]) => !path.endsWith("README.md"))
    .map(([, text]) => front(text))
    .filter(({ fields }) => fields["clauses"])
    .map(({ fields, body }) => ({
      title: fields["title"] ?? "",
      clauses: fields["clauses"]!.split(/[ ,]+/),
      text: body.replace(/^# .*\n+/m, ""),
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}
