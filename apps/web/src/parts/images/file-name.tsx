/** A name of a file in a narrow column: the day in it stays on one line. */
export function FileName({ name }: { name: string }) {
  const day = /\d{4}-\d{2}-\d{2}[^-_\s]*/.exec(name);
  return (
    <span className="block min-w-28 break-words whitespace-normal">
      {day ? (
        <>
          {name.slice(0, day.index)}
          <span className="inline-block max-w-full">{day[0]}</span>
          {name.slice(day.index + day[0].length)}
        </>
      ) : (
        name
      )}
    </span>
  );
}
