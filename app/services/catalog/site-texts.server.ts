import { type TextSettings, textsOf } from '#app/domain/settings.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { Config } from '#app/services/platform/config.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { listSettings } from '#db/queries/settings.ts'

export type Contact = Config['contact']

export type SiteTexts = {
  /** How customer service is reached. */
  contact: Contact
  /** What is said at the head of a page instead of the text of locales; null: that one stands. */
  notice(page: 'home' | 'trip', language: Language): string | null
}

/** Texts change a few times a year; a visitor may see the ones before for this long. */
const KEPT_MS = 30_000

type Kept = { at: Instant; texts: TextSettings }
/**
 * By configuration, of which an isolate has one: values only, since a promise must not cross
 * requests.
 */
const kept = new WeakMap<Config, Kept>()

export type SiteTextsService = ReturnType<typeof createSiteTexts>

type Deps = { db: Db; clock: Clock; config: Config; log: Log }

/**
 * Texts of pages that those who run the service set. An isolate keeps them for half a minute, so
 * that a page which needs no database does not wait for one; that is safe for texts, while prices
 * are read anew each time (`settings`).
 */
export function createSiteTexts({ db, clock, config, log }: Deps) {
  async function known(): Promise<TextSettings> {
    const now = clock.now()
    const last = kept.get(config)
    if (last && now >= last.at && now < last.at + KEPT_MS) return last.texts
    try {
      const texts = textsOf(await listSettings(db))
      kept.set(config, { at: now, texts })
      return texts
    } catch (error) {
      // How to reach somebody is what a page must show above all when something is down.
      log.error('the texts of pages could not be read', error)
      return last?.texts ?? textsOf([])
    }
  }
  async function read(): Promise<SiteTexts> {
    const { contactLink, contactName, ...notices } = await known()
    return {
      contact: {
        link: contactLink || config.contact.link,
        name: contactName || config.contact.name,
      },
      notice: (page, language) =>
        notices[`${page}Notice${language === 'zh' ? 'Zh' : 'En'}`] || null,
    }
  }
  return {
    /** Never fails: what was known last stands while the database is down. */
    read,
    contact: async (): Promise<Contact> => (await read()).contact,
    /** What holds for an empty contact link or name. */
    builtIn: config.contact,
    /** Reads anew from now on, in this isolate: texts have just been changed by it. */
    forget: () => void kept.delete(config),
  }
}
