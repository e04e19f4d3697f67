/** Hands the browser a file that was just made. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Some browsers read the address only after the press.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
