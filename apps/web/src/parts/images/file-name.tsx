import { Fragment } from "react";

/** A name of a file where there is little room: the day in it stays on one line, and so does the ending. */
export function FileName({ name }: { name: string }) {
  const day = /\d{4}-\d{2}-\d{2}[^-_\s]*/.exec(name);
  return (
    <span className="block min-w-28 break-words whitespace-normal">
      {day ? (
        <>
          <Breakable text={name.slice(0, day.index)} />
          <span className="inline-block max-w-full">{day[0]}</span>
          <Breakable text={name.slice(day.index + day[0].length)} />
        </>
      ) : (
        <Breakable text={name} />
      )}
    </span>
  );
}

/** A browser breaks a name without spaces in the middle of a word, also before its last letter. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=_)|(?=\.[^.]+$)/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is named by its place
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
