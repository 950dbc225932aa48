import type { Service } from '#app/catalog/service/catalog.server.ts'
import { forgetSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import {
  type DescriptionRow,
  descriptionWrites,
  readDescriptionTable,
} from '#app/console/rows/admin-tables.server.ts'
import { type Language, languages } from '#app/i18n/languages.ts'
import { SERVICES, SITE_PAGES } from '#app/kernel/description.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { adminTable } from './admin-table.server.ts'
import { type Rows, rowChanges } from './row-changes.ts'

export type Text = { title: string; content: string }
/** One point of a service's description, in every language. */
export type DescriptionItem = { id: string; sortOrder: number } & Record<Language, Text>
/** A point that may be new. */
export type DescriptionDraft = Omit<DescriptionItem, 'id'> & { id?: string | undefined }

/** What has texts: the services, then the pages about the product. */
export const SUBJECTS = [...SERVICES, ...SITE_PAGES] as const

const NO_TEXT: Text = { title: '', content: '' }

/**
 * A point is one row per language; each row's id is the point's id plus the language. This keeps
 * the two halves together in any order, and the ids that students see don't change.
 */
function toRows(service: Service, items: DescriptionItem[]): DescriptionRow[] {
  return items.flatMap(({ id, sortOrder, ...texts }) =>
    languages.map((lang) => {
      const { title, content } = texts[lang]
      return { id: `${id}_${lang}`, service, lang, title, content, sortOrder }
    }),
  )
}

/**
 * Turns rows into points, in order. A missing half is empty and has to be filled in before the
 * table is saved.
 */
function toItems(rows: DescriptionRow[]): DescriptionItem[] {
  const items = new Map<string, DescriptionItem>()
  for (const { id: rowId, lang, title, content, sortOrder } of rows) {
    const id = rowId.replace(/_(?:zh|en)$/, '')
    const item = items.get(id) ?? { id, sortOrder, zh: NO_TEXT, en: NO_TEXT }
    items.set(id, { ...item, [lang]: { title, content } })
  }
  return inOrder([...items.values()])
}

/** Sorts by `sortOrder`, then by position, and renumbers from 1. */
const inOrder = (items: DescriptionItem[]): DescriptionItem[] =>
  items
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map((item, at) => ({ ...item, sortOrder: at + 1 }))

const byId = (items: DescriptionItem[]): Rows =>
  Object.fromEntries(
    items.map(({ id, sortOrder, zh, en }) => [
      id,
      {
        sortOrder,
        titleZh: zh.title,
        contentZh: zh.content,
        titleEn: en.title,
        contentEn: en.content,
      },
    ]),
  )

/** Gives each point an id: the one sent, or a new one of the service. */
const withIds = (service: Service, drafts: DescriptionDraft[]): DescriptionItem[] =>
  inOrder(
    drafts.map((draft) => ({ ...draft, id: draft.id ?? `${service}_${crypto.randomUUID()}` })),
  )

/** An id of another service is refused. */
function ownIds(service: Service, drafts: DescriptionDraft[]): Result<DescriptionItem[]> {
  const foreign = drafts.findIndex(({ id }) => id !== undefined && !id.startsWith(`${service}_`))
  return foreign < 0
    ? ok(withIds(service, drafts))
    : fail('validationFailed', { field: `items.${foreign}.id` })
}

/** The description of a service in both languages, for the administrators who write it. */
export const textsTable = (context: Needs<'db' | 'clock' | 'config'>, service: Service) =>
  adminTable<DescriptionItem[], DescriptionDraft[]>(context, {
    name: `descriptions:${service}`,
    action: 'descriptionsSet',
    async read() {
      const { rows, version } = await readDescriptionTable(context.db, service)
      return { table: toItems(rows), version }
    },
    next: (drafts) => ownIds(service, drafts),
    changes: (before, after) => rowChanges(byId(before), byId(after)),
    writes: (_, after) => descriptionWrites(context.db, service, toRows(service, after)),
    // This isolate need not wait until it reads the texts' gaps again.
    written: () => forgetSiteTexts(context),
  })
