/** Something that must never happen has happened. The text before the colon names the invariant. */
export class Broken extends Error {
  override name = 'Broken'
}

export const broken = (what: string, detail: string): never => {
  throw new Broken(`${what}: ${detail}`)
}
