import { listTexts } from '#app/catalog/rows/catalog.server.ts'
import { listSettings } from '#app/catalog/rows/settings.server.ts'
import { type TextSettings, textsOf } from '#app/catalog/rules/settings.ts'
import type { Language } from '#app/i18n/languages.ts'
import { type Gap, gapsIn } from '#app/kernel/description.ts'
import type { Instant } from '#app/kernel/time.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type Contact = Config['contact']

export type SiteTexts = {
  /** How to reach customer service. */
  contact: Contact
  /**
   * The notice at the top of a page that replaces the text from the locales; null: the locales'
   * text applies.
   */
  notice(page: 'home' | 'trip', language: Language): string | null
  /**
   * Texts that the operator still has to fill in. While there are any, these pages are not shown
   * and nothing that costs money can begin. Always empty in development.
   */
  gaps: readonly Gap[]
}

/** Texts change a few times a year; visitors may see the previous ones for this long. */
const KEPT_MS = 30_000

type StoredTexts = { texts: TextSettings; gaps: readonly Gap[] }
type CachedTexts = StoredTexts & { at: Instant }
/**
 * The cache by configuration, of which an isolate has one. Holds values only, since a promise must
 * not cross requests.
 */
const cache = new WeakMap<Config, CachedTexts>()

// Page texts that administrators set. An isolate caches them for half a minute, so that pages
// without a database read do not wait for one. That is safe for texts; prices are read every time
// (`readSettings`).

async function readStored({ config, db }: Needs<'db' | 'config'>): Promise<StoredTexts> {
  if (config.environment === 'development')
    return { texts: textsOf(await batchRead(db, listSettings(db))), gaps: [] }
  const [settings, texts] = await Promise.all([
    batchRead(db, listSettings(db)),
    batchRead(db, listTexts(db)),
  ])
  return { texts: textsOf(settings), gaps: gapsIn(texts) }
}

async function readCached(context: Needs<'db' | 'clock' | 'log' | 'config'>): Promise<StoredTexts> {
  const { clock, config, log } = context
  const now = clock.now()
  const last = cache.get(config)
  if (last && now >= last.at && now < last.at + KEPT_MS) return last
  try {
    const read = await readStored(context)
    cache.set(config, { at: now, ...read })
    return read
  } catch (error) {
    // During an outage, pages must at least show how to reach customer service.
    log.error('the texts of pages could not be read', error)
    return last ?? { texts: textsOf([]), gaps: [] }
  }
}

/** Never fails: the last known texts are used while the database is down. */
export async function readSiteTexts(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
): Promise<SiteTexts> {
  const { config } = context
  const { texts, gaps } = await readCached(context)
  const { contactLink, contactName, ...notices } = texts
  return {
    contact: {
      link: contactLink || config.contact.link,
      name: contactName || config.contact.name,
    },
    notice: (page, language) => notices[`${page}Notice${language === 'zh' ? 'Zh' : 'En'}`] || null,
    gaps,
  }
}

export const readContact = async (
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
): Promise<Contact> => (await readSiteTexts(context)).contact

/** Drops this isolate's cache after it has changed the texts. */
export const forgetSiteTexts = ({ config }: Needs<'config'>) => void cache.delete(config)
