import type { AppContext } from '#app/server/context.server.ts'

/**
 * Returns null if loading this part fails, so that the rest of the page still works; the failure is
 * logged (docs/rules.md#messages).
 */
export async function optionalPart<T>(
  context: AppContext,
  what: string,
  part: Promise<T>,
): Promise<T | null> {
  try {
    return await part
  } catch (error) {
    context.log.error(`the page has no ${what}`, error)
    context.missing.push(what)
    return null
  }
}
