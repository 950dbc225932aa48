import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { amountText, minorUnitsOf } from '#app/domain/money.ts'
import { countOf } from '#app/domain/number.ts'
import { worthOf } from '#app/domain/points.ts'
import {
  isSwitch,
  NUMBER_NAMES,
  NUMBER_SETTINGS,
  type NumberSetting,
  TEXT_NAMES,
  type TextSetting,
} from '#app/domain/settings.ts'
import { checkBody, type TableEditor } from '#app/http/table-editor.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { settingsBody } from '#app/schemas/admin-texts.server.ts'
import { type AllSettings, settingChanges } from '#app/services/admin/settings.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import type { Texts } from '#app/ui/admin/table-editor.tsx'

/** Whether a number is an amount of money, which is typed in pounds. */
const isMoney = (name: NumberSetting): boolean => NUMBER_SETTINGS[name].charged

/** All settings, as one row. */
export const settingsEditor: TableEditor<AllSettings, AllSettings, PointsWorth | null> = {
  scope: 'settings',
  table: ({ admin }) => admin.settings,
  rowsOf: (all) => [
    {
      ...Object.fromEntries(
        NUMBER_NAMES.map((name) => [
          name,
          isMoney(name) ? amountText(all[name]) : String(all[name]),
        ]),
      ),
      ...Object.fromEntries(TEXT_NAMES.map((name) => [name, all[name]])),
    },
  ],
  readRows: (form) => [
    Object.fromEntries([...NUMBER_NAMES, ...TEXT_NAMES].map((name) => [name, typedIn(form, name)])),
  ],
  check: (context, [typed = {}]) => checkBody(context, settingsBody, bodyOf(typed)),
  preview: async (context, before, after) => ({
    changes: changesOf(context.t, before, after),
    shown: await worthOfPoints(context, before, after),
  }),
  amountOf: (name, typed) => numberOf(name as NumberSetting, typed) ?? null,
  saved: () => ({ to: '/admin/settings', key: 'admin:setting.saved' }),
}

/** A switch that is off is not sent. */
function typedIn(form: FormData, name: NumberSetting | TextSetting): string {
  const isOff = NUMBER_NAMES.some((one) => one === name && isSwitch(one))
  return String(form.get(name) ?? (isOff ? '0' : ''))
}

const numberOf = (name: NumberSetting, text: string): number | undefined => {
  if (text.trim() === '') return undefined
  return (isMoney(name) ? minorUnitsOf(text) : countOf(text)) ?? Number.NaN
}

/** The body the API would receive. */
const bodyOf = (typed: Texts) => ({
  ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, numberOf(name, typed[name] ?? '')])),
  ...Object.fromEntries(TEXT_NAMES.map((name) => [name, typed[name] ?? ''])),
})

/** The built-in text an empty notice stands for, in its language. */
export function builtInNotices(): Partial<Record<TextSetting, string>> {
  const of = (language: Language) => {
    const t = getT(language)
    const deposit = formatOf(t).money(DEPOSIT_PENCE)
    return { home: t('admin:setting.noNotice'), trip: t('trip:notice.text', { deposit }) }
  }
  const [zh, en] = [of('zh'), of('en')]
  return {
    homeNoticeZh: zh.home,
    homeNoticeEn: en.home,
    tripNoticeZh: zh.trip,
    tripNoticeEn: en.trip,
  }
}

/** What the points of all accounts are worth, as money. */
type PointsWorth = { points: number; before: string; after: string }

/** What a change does to the points that students have already; null if it changes nothing. */
async function worthOfPoints(
  { t, admin }: AppContext,
  before: AllSettings,
  after: AllSettings,
): Promise<PointsWorth | null> {
  if (before.pointsPerPound === after.pointsPerPound) return null
  const points = await admin.members.pointsOut()
  const { money } = formatOf(t)
  const worth = (all: AllSettings) => money(worthOf(points, all.pointsPerPound))
  return { points, before: worth(before), after: worth(after) }
}

/** What saving would change, one line per setting. */
function changesOf(t: Translate, before: AllSettings, after: AllSettings): Change[] {
  const changed = Object.keys(settingChanges(before, after)?.after ?? {})
  const { money } = formatOf(t)
  const number = (name: NumberSetting, value: number) => {
    if (isSwitch(name)) return t(value === 1 ? 'admin:setting.on' : 'admin:setting.off')
    return isMoney(name) ? money(value) : t('admin:setting.points', { count: value })
  }
  const text = (value: string) => value || t('admin:setting.builtIn')
  return [
    ...NUMBER_NAMES.filter((name) => changed.includes(name)).map((name: NumberSetting) => ({
      name,
      what: t(`admin:setting.${name}`),
      before: number(name, before[name]),
      after: number(name, after[name]),
    })),
    ...TEXT_NAMES.filter((name) => changed.includes(name)).map((name: TextSetting) => ({
      what: t(`admin:setting.${name}`),
      before: text(before[name]),
      after: text(after[name]),
    })),
  ]
}
