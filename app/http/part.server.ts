import type { AppContext } from '#app/services/context.server.ts'

/**
 * A part of a page that may fail without taking the rest along: its failure is logged
 * (docs/rules.md#messages).
 */
export async function orNull<T>(
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
