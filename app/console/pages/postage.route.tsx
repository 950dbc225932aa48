import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerTable, openTable, tableEditor } from '#app/console/http/table-editor.server.ts'
import { postageBody } from '#app/console/schemas/texts.server.ts'
import { postageTable } from '#app/console/service/postage.server.ts'
import { TableEditor } from '#app/console/ui/table-editor.tsx'
import { useT } from '#app/i18n/context.tsx'
import { CARRIERS, PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:nav.postage', console: true }

/** By weight: kilograms, and yuan by carrier. */
const editor = tableEditor({
  scope: 'catalog',
  table: postageTable,
  schema: postageBody,
  id: 'id',
  rows: 'free',
  itemsOf: (table) => table,
  wanted: (items) => items,
  nameOf: ({ t }, { row: { kg }, at }) =>
    kg ? t('order:postage.kg', { kg }) : t('admin:draft.row', { at: at + 1 }),
  groups: ({ t }) => [
    {
      fields: [
        { name: 'kg', label: t('admin:postage.weight'), kind: 'kg' },
        ...CARRIERS.map((carrier) => ({
          name: PRICE_FIELDS[carrier],
          label: t(`order:carrier.${carrier}`),
          kind: 'cny' as const,
          empty: t('order:postage.notTaken'),
        })),
      ],
    },
  ],
  amountName: ({ kg }, field) => `${kg}.${field}`,
  saved: () => ({ to: '/admin/postage', key: 'admin:postage.saved' }),
})

export const loader = async (args: LoaderFunctionArgs) => (await openTable(args, editor)).draft
export const action = (args: ActionFunctionArgs) => answerTable(args, editor)

/** The postage table in yuan. */
export default function Postage() {
  const t = useT()
  const opened = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:nav.postage')} lead={t('admin:postage.lead')}>
      <TableEditor
        draft={useActionData<typeof action>() ?? opened}
        columns="grid-cols-2 sm:grid-cols-5 lg:grid-cols-10"
        after={<p className="text-14 text-muted">{t('admin:postage.promise')}</p>}
      />
    </Page>
  )
}
