/** The brand's own colours, for pages and papers alike: decoration, never text. */
export const brandColours = { ink: '#17201c', mango: '#f4b73f', murram: '#c8532a', paper: '#fffaf0' } as const;
/** Tea green, as a filled button has it on white. */
export const teaGreen = '#015a40';
