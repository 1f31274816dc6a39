/** What a screen reader hears. One sentence at a time: the one before it leaves the page. */

class Voice {
  text = $state("");

  say(text: string): void {
    this.text = text;
  }

  hush(): void {
    this.text = "";
  }
}

export const voice = new Voice();
