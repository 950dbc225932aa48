import {
  checkItems,
  readItems,
  type TableEditor,
  withoutBlanks,
} from '#app/http/table-editor.server.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { type Language, languages } from '#app/i18n/languages.ts'
import { descriptionsBody } from '#app/schemas/admin-texts.server.ts'
import {
  type DescriptionDraft,
  type DescriptionItem,
  descriptionChanges,
  SUBJECTS,
} from '#app/services/admin/texts.server.ts'
import type { ServiceDescription } from '#app/services/catalog/catalog.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import type { Texts } from '#app/ui/admin/table-editor.tsx'

/** What students will read, in each language. */
type Shown = Record<Language, ServiceDescription[]>

/** The service in the address; the first if there is none. */
export function serviceOf(request: Request): (typeof SUBJECTS)[number] {
  const named = new URL(request.url).searchParams.get('service')
  return SUBJECTS.find((service) => service === named) ?? SUBJECTS[0]
}

/** The points of a service, in both languages. Field names are the API's. */
export const textsEditor: TableEditor<DescriptionItem[], DescriptionDraft[], Shown> = {
  scope: 'catalog',
  table: ({ admin }, request) => admin.texts(serviceOf(request)),
  rowsOf: (table) =>
    table.map(({ id, zh, en }) => ({
      id,
      'zh.title': zh.title,
      'zh.content': zh.content,
      'en.title': en.title,
      'en.content': en.content,
    })),
  readRows: readItems,
  blank: { id: '', 'zh.title': '', 'zh.content': '', 'en.title': '', 'en.content': '' },
  filled: withoutBlanks,
  check: (context, rows) => checkItems(context, descriptionsBody, rows.map(itemOf)),
  preview: ({ t }, before, after) => ({
    changes: changesOf(t, before, after),
    shown: { zh: shownIn(after, 'zh'), en: shownIn(after, 'en') },
  }),
  saved: (request) => ({
    to: `/admin/texts?service=${serviceOf(request)}`,
    key: 'admin:text.saved',
  }),
}

/** A point as the API would receive it. */
const itemOf = (row: Texts, at: number) => ({
  ...(row.id && { id: row.id }),
  sortOrder: at + 1,
  ...Object.fromEntries(
    languages.map((lang) => [
      lang,
      { title: row[`${lang}.title`] ?? '', content: row[`${lang}.content`] ?? '' },
    ]),
  ),
})

const shownIn = (items: DescriptionItem[], lang: Language): ServiceDescription[] =>
  items.map(({ id, sortOrder, ...texts }) => ({ id, sortOrder, ...texts[lang] }))

/** How many unchanged characters are kept on each side of a change. */
const CONTEXT_CHARACTERS = 12

/**
 * Cuts two texts down to where they differ, so that a one-word change in a long text is easy to
 * see.
 */
export function aroundChange(before: string, after: string): [string, string] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  const from = Math.max(0, start - CONTEXT_CHARACTERS)
  const keep = Math.max(0, end - CONTEXT_CHARACTERS)
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - keep)}${keep > 0 ? '…' : ''}`
  return [cut(before), cut(after)]
}

const NAMES = [
  ['titleZh', 'zh', 'title'],
  ['contentZh', 'zh', 'content'],
  ['titleEn', 'en', 'title'],
  ['contentEn', 'en', 'content'],
] as const

/** What saving would change, one line per text. */
function changesOf(t: Translate, before: DescriptionItem[], after: DescriptionItem[]): Change[] {
  const changes = descriptionChanges(before, after)
  if (!changes) return []
  const rows = [...after, ...before.filter(({ id }) => changes.after[id] === null)]
  const nothing = t('admin:draft.nothing')
  const point = (at: number) => t('admin:text.point', { at })
  return rows.flatMap(({ id, sortOrder, zh: { title } }): Change[] => {
    const [was, is] = [changes.before[id], changes.after[id]]
    const name = `${point(sortOrder)} · ${title}`
    if (was === null) return [{ what: name, before: nothing, after: t('admin:text.added') }]
    if (is === null) {
      const what = t('admin:text.removedPoint', { at: sortOrder, title })
      return [{ what, before: point(sortOrder), after: t('admin:text.removed') }]
    }
    if (!was || !is) return []
    const what = `${title} · ${t('admin:text.order')}`
    const moved = { what, before: point(Number(was.sortOrder)), after: point(sortOrder) }
    const texts = NAMES.filter(([key]) => key in is).map(([key, lang, field]) => {
      const [old, now] = aroundChange(String(was[key]), String(is[key]))
      return { what: `${name} · ${t(`admin:text.${lang}.${field}`)}`, before: old, after: now }
    })
    return 'sortOrder' in is ? [moved, ...texts] : texts
  })
}
