/** The brand's own colours for pages and documents. They are decoration and never used for text. */
export const brandColours = { ink: '#17201c', mango: '#f4b73f', murram: '#c8532a', paper: '#fffaf0' } as const;
/** Tea green, the colour of a filled button on white. */
export const teaGreenColour = '#015a40';
