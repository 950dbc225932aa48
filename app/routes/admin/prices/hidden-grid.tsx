export type GridValues = {
  texts: Record<string, string>
  was: Record<string, string>
  version: number
}

/**
 * The version a grid was opened with and its cells at that time; with `part="all"` also their new
 * values.
 */
export function HiddenGrid({ grid, part }: { grid: GridValues; part: 'was' | 'all' }) {
  const hidden = (prefix: string, texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => (
      <input key={name} type="hidden" name={prefix + name} value={text} />
    ))
  return (
    <>
      <input type="hidden" name="version" value={grid.version} />
      {hidden('was.', grid.was)}
      {part === 'all' && hidden('price.', grid.texts)}
    </>
  )
}
