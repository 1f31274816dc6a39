/** Playouts on the cores there are: every worker takes some of the worlds; the same numbers come out, however many there are. */
import type { Job, Part, Roll, Rolling } from "./rolling.ts";
import type { Wanted } from "./thinker.ts";

const MOST = 4;
/** Worlds that are worth a message. */
const WORTH_ASKING = 4;

/** One worker, asked for one thing at a time. */
class Thinker {
  private readonly worker = new Worker(new URL("./thinker.ts", import.meta.url), {
    type: "module",
    name: "osteria-thinker",
  });
  private turn: Promise<unknown> = Promise.resolve();

  ask(wanted: Wanted): Promise<Part | null> {
    const answer = this.turn.then(
      () =>
        new Promise<Part | null>((resolve) => {
          this.worker.onmessage = ({ data }: MessageEvent<Part | null>) => resolve(data);
          this.worker.onerror = () => resolve(null);
          this.worker.postMessage(wanted);
        }),
    );
    this.turn = answer;
    return answer;
  }
}

/** The worlds of a job in as many parts, none of them tiny. */
export function shared(job: Job, parts: number): Job[] {
  const size = Math.max(WORTH_ASKING, Math.ceil(job.count / parts));
  const firsts = Array.from({ length: Math.ceil(job.count / size) }, (_, part) => part * size);
  return firsts.map((at) => ({ ...job, first: job.first + at, count: Math.min(size, job.count - at) }));
}

export function joined(parts: readonly Part[]): Part {
  const whole = (of: keyof Part): Float64Array => Float64Array.from(parts.flatMap((part) => [...part[of]]));
  return { shares: whole("shares"), leads: whole("leads") };
}

/** Thinkers of this device, made when a search first wants them; none where a worker cannot have workers. */
export function thinkers(cores: number): Rolling {
  let some: Thinker[] | null = null;
  return (files, here): Roll => {
    if (typeof Worker === "undefined") return here;
    return async (job) => {
      some ??= Array.from({ length: Math.max(1, Math.min(MOST, cores)) }, () => new Thinker());
      const parts = shared(job, some.length);
      const played = await Promise.all(
        parts.map(async (part, place) => (await some![place]!.ask({ files, job: part })) ?? (await here(part))),
      );
      return joined(played);
    };
  };
}
