/** Reads a font's bytes one after the other. */
export class Reader {
  readonly data: Buffer;
  at = 0;
  constructor(data: Buffer) {
    this.data = data;
  }
  u8(): number {
    return this.data.readUInt8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.data.readUInt16BE(this.at - 2);
  }
  i16(): number {
    this.at += 2;
    return this.data.readInt16BE(this.at - 2);
  }
  u32(): number {
    this.at += 4;
    return this.data.readUInt32BE(this.at - 4);
  }
  text(length: number): string {
    this.at += length;
    return this.data.toString('latin1', this.at - length, this.at);
  }
  /** Seven bits a byte, the highest first. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
  }
  /** WOFF2's short for small numbers. */
  u255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }
}
