/** What the sounds are made of: wood, paper, embers, dice. Nothing here knows whether anybody wants them. */

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
const RUSTLE: Note = ["noise", 0, 2600, 1400, 0.1, 0.36];
const RATTLE = [0, 0.07, 0.15, 0.22, 0.32].map((at): Note => ["noise", at, 1900, 700, 0.05, 0.66]);

export const SOUNDS: Readonly<Record<string, readonly Note[]>> = {
  asked: [
    ["triangle", 0, 523, 523, 0.16, 0.16],
    ["triangle", 0.13, 659, 659, 0.24, 0.16],
  ],
  play: [TOCK, RUSTLE],
  order: [RUSTLE],
  "round-end": [["noise", 0, 120, 420, 0.9, 0.9]],
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

let hiss: AudioBuffer | null = null;

function noise(audio: BaseAudioContext): AudioBuffer {
  hiss ??= new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = hiss.getChannelData(0);
  if (samples[1] === 0) for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** What makes the note, and the pitch to glide. */
function source(audio: BaseAudioContext, wave: Note[0], out: AudioNode): [AudioScheduledSourceNode, AudioParam] {
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

export function strike(audio: BaseAudioContext, [wave, after, from, to, long, loud]: Note): void {
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
