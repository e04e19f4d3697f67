import classes from './careers.module.css';

/** Plain text as written: an empty line separates paragraphs, lines that begin with a dash form a list. */
export function VacancyBody({ text }: { text: string }) {
  return (
    <div className={classes.body}>
      {text.split(/\n\s*\n/).map((block, at) => {
        const lines = block.split('\n').map((line) => line.trim());
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change their order
        if (!lines.every((line) => line.startsWith('-'))) return <p key={at}>{lines.join(' ')}</p>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change their order
          <ul key={at}>
            {lines.map((line) => (
              <li key={line}>{line.replace(/^-+\s*/, '')}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}
