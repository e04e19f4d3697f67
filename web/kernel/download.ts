/** Hands the browser a file that was just made. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken its copy by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
