import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import {
  isSwitch,
  NUMBER_SETTINGS,
  type NumberSetting,
  TEXT_SETTINGS,
  type TextSetting,
} from '#app/catalog/rules/settings.ts'
import { answerTable, openTable, tableEditor } from '#app/console/http/table-editor.server.ts'
import { settingsBody } from '#app/console/schemas/texts.server.ts'
import { readPointsOut } from '#app/console/service/members.server.ts'
import { type AllSettings, settingsTable } from '#app/console/service/settings.server.ts'
import { TableEditor, type TableField } from '#app/console/ui/table-editor.tsx'
import { useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { getT } from '#app/i18n/server.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { worthOf } from '#app/kernel/points.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:nav.settings', console: true }

const GROUPS = [
  { group: 'fees', numbers: ['mailBasePrice', 'moveBasePrice', 'tripBalancePrice'], texts: [] },
  {
    group: 'rates',
    numbers: ['fenPerPound', 'pointsPerPound', 'pointsEarnedPerPound'],
    texts: [],
  },
  { group: 'records', numbers: ['recordMonths'], texts: [] },
  { group: 'methods', numbers: ['alipay', 'wechatPay'], texts: [] },
  {
    group: 'company',
    numbers: ['vatRegistered', 'vatCarpool', 'vatTrip', 'vatMail', 'vatMove', 'vatOther'],
    texts: ['companyName', 'companyAddress', 'vatNumber'],
  },
  { group: 'rides', numbers: ['rideSms', 'driverSms', 'deadlineSms'], texts: [] },
  { group: 'contact', numbers: [], texts: ['contactName', 'contactLink'] },
  { group: 'home', numbers: [], texts: ['homeNoticeZh', 'homeNoticeEn'] },
  { group: 'trip', numbers: [], texts: ['tripNoticeZh', 'tripNoticeEn'] },
] as const satisfies { group: string; numbers: NumberSetting[]; texts: TextSetting[] }[]

const numberField = (t: Translate, name: NumberSetting): TableField => ({
  name,
  label: t(`admin:setting.${name}`),
  kind: kindOf(name),
})

function kindOf(name: NumberSetting): TableField['kind'] {
  if (name === 'fenPerPound') return 'cny'
  return isSwitch(name) ? 'switch' : NUMBER_SETTINGS[name].charged ? 'gbp' : 'count'
}

/** A text's field; a notice's hint shows the default in the notice's language. */
function textField(t: Translate, name: TextSetting): TableField {
  const { max } = TEXT_SETTINGS[name]
  const field = { name, label: t(`admin:setting.${name}`), max, empty: t('admin:setting.builtIn') }
  if (name === 'contactLink') return { ...field, kind: 'url' }
  if (name === 'contactName') return { ...field, kind: 'text' }
  if (name.startsWith('company') || name === 'vatNumber')
    return { ...field, kind: 'text', empty: t('admin:setting.notSet') }
  const own = getT(name.endsWith('Zh') ? 'zh' : 'en')
  const text = name.startsWith('home')
    ? own('admin:setting.noNotice')
    : own('trip:notice.text', { deposit: formatOf(own).money(DEPOSIT_PENCE) })
  return { ...field, kind: 'long', hint: t('admin:setting.builtInIs', { text }) }
}

/** All settings, as one row. */
const editor = tableEditor({
  scope: 'settings',
  table: settingsTable,
  schema: z.object({ items: z.tuple([settingsBody]) }),
  rows: 'fixed',
  itemsOf: (all) => [all],
  wanted: ([all]) => all,
  groups: ({ t }) =>
    GROUPS.map(({ group, numbers, texts }) => ({
      legend: t(`admin:setting.group.${group}`),
      hint: t(`admin:setting.hint.${group}`),
      fields: [
        ...numbers.map((name) => numberField(t, name)),
        ...texts.map((name) => textField(t, name)),
      ],
    })),
  amountName: (_, field) => field,
  shown: worthOfPoints,
  saved: () => ({ to: '/admin/settings', key: 'admin:setting.saved' }),
})

/** How a change affects the value of points students already have; null if it does not. */
async function worthOfPoints(context: AppContext, before: AllSettings, after: AllSettings) {
  if (before.pointsPerPound === after.pointsPerPound) return null
  const points = await readPointsOut(context)
  const { money } = formatOf(context.t)
  const worth = (all: AllSettings) => money(worthOf(points, all.pointsPerPound))
  return { points, before: worth(before), after: worth(after) }
}

export const loader = async (args: LoaderFunctionArgs) => (await openTable(args, editor)).draft
export const action = (args: ActionFunctionArgs) => answerTable(args, editor)

/** Fees, rates, contact and notices. */
export default function SettingsPage() {
  const t = useT()
  const opened = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  return (
    <Page width="text" title={t('admin:nav.settings')} lead={t('admin:setting.lead')}>
      <TableEditor
        draft={draft}
        after={
          <>
            {draft.shown && (
              <Banner tone="warn" title={t('admin:setting.worthTitle')}>
                {t('admin:setting.worth', draft.shown)}
              </Banner>
            )}
            <p className="text-14 text-muted">{t('admin:setting.promise')}</p>
          </>
        }
      />
    </Page>
  )
}
