/** Downloads a file that the page has created. */
export const downloadTextFile = (name: string, text: string, type: string): void =>
  handOver(name, new Blob([text], { type: `${type};charset=utf-8` }));
export const downloadExcelFile = (name: string, bytes: Uint8Array<ArrayBuffer>): void =>
  handOver(name, new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));

/** Downloads a file from an address of this site. */
export async function downloadFromAddress(name: string, address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${name}`);
  handOver(name, await answer.blob());
}

function handOver(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Some browsers read the address only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
