/** A few sounds of our own, made when they are needed: wood, paper, embers, dice. Off until somebody switches them on. */
import { settings, still } from "./settings.svelte.ts";

/** how it begins: after so many seconds, a pitch that glides, for so long, so loud */
type Note = readonly [
  wave: OscillatorType | "noise",
  after: number,
  from: number,
  to: number,
  long: number,
  loud: number,
];

const TOCK: Note = ["sine", 0, 190, 90, 0.12, 0.35];
const RUSTLE: Note = ["noise", 0, 2600, 1400, 0.1, 0.12];
const RATTLE = [0, 0.07, 0.15, 0.22, 0.32].map((at): Note => ["noise", at, 1900, 700, 0.05, 0.22]);

const SOUNDS: Readonly<Record<string, readonly Note[]>> = {
  asked: [
    ["triangle", 0, 523, 523, 0.16, 0.16],
    ["triangle", 0.13, 659, 659, 0.24, 0.16],
  ],
  play: [TOCK, RUSTLE],
  order: [RUSTLE],
  "round-end": [["noise", 0, 120, 420, 0.9, 0.3]],
  "turn-over": [RUSTLE],
  open: [["sine", 0, 220, 330, 0.3, 0.14]],
  filled: [
    ["triangle", 0, 523, 523, 0.2, 0.18],
    ["triangle", 0.12, 784, 784, 0.36, 0.18],
  ],
  failed: [["sine", 0, 196, 147, 0.42, 0.2]],
  roll: RATTLE,
  haul: [["sine", 0, 300, 620, 0.18, 0.16]],
  secure: [
    ["triangle", 0, 440, 440, 0.16, 0.18],
    ["triangle", 0.1, 660, 660, 0.3, 0.18],
  ],
  lost: [["sine", 0, 420, 80, 0.6, 0.25]],
  nothing: [["sine", 0, 260, 140, 0.35, 0.18]],
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noise(audio: AudioContext): AudioBuffer {
  hiss ??= new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = hiss.getChannelData(0);
  if (samples[1] === 0) for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** What makes the note, and the pitch to glide. */
function source(audio: AudioContext, wave: Note[0], out: AudioNode): [AudioScheduledSourceNode, AudioParam] {
  if (wave !== "noise") {
    const tone = new OscillatorNode(audio, { type: wave });
    tone.connect(out);
    return [tone, tone.frequency];
  }
  const grain = new AudioBufferSourceNode(audio, { buffer: noise(audio), loop: true });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", Q: 1.4 });
  grain.connect(filter).connect(out);
  return [grain, filter.frequency];
}

function strike(audio: AudioContext, [wave, after, from, to, long, loud]: Note): void {
  const at = audio.currentTime + after;
  const gain = new GainNode(audio, { gain: 0 });
  gain.connect(audio.destination);
  const [made, pitch] = source(audio, wave, gain);
  pitch.setValueAtTime(from, at);
  pitch.exponentialRampToValueAtTime(to, at + long);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  made.start(at);
  made.stop(at + long + 0.02);
}

/** The sound of an event, where the person wants sounds and the system does not ask for calm. */
export function sound(event: string): void {
  const notes = SOUNDS[event];
  if (!notes || settings.sound === "off" || still() || document.hidden) return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  for (const note of notes) strike(context, note);
}
