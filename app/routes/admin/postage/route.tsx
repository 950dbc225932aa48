import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useHref, useLoaderData } from '@remix-run/react'
import { answerTable, openTable } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { EditForm, itemName, PreviewForm } from '#app/ui/admin/table-editor.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { postageEditor } from './editor.server.ts'
import { cellLabel, PostageGrid } from './grid.tsx'

export const handle: PageHandle = { title: 'admin:nav.postage', console: true }

export const loader = async (args: LoaderFunctionArgs) =>
  (await openTable(args, postageEditor)).draft
export const action = (args: ActionFunctionArgs) => answerTable(args, postageEditor)

/** The postage table in yuan: a grid, then a preview of the changes, then saved. */
export default function Postage() {
  const t = useT()
  const page = useHref('/admin/postage')
  const opened = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  const { rows, errors } = draft
  if (draft.step === 'preview')
    return (
      <Page title={t('admin:draft.previewTitle')} lead={t('admin:postage.previewLead')}>
        <PreviewForm draft={draft} nameOf={itemName} />
      </Page>
    )
  const summary = Object.entries(errors).map(([name, text]) =>
    name === 'items'
      ? { text }
      : {
          fieldId: name.replace(/\.id$/, '.kg'),
          text: `${cellLabel(t, rows, name)} · ${text}`,
        },
  )
  return (
    <Page title={t('admin:nav.postage')} lead={t('admin:postage.lead')}>
      <EditForm
        draft={draft}
        summary={summary}
        preview={t('admin:draft.preview')}
        add={{ label: t('admin:postage.add'), to: `${page}#row-${rows.length}` }}
      >
        <PostageGrid rows={rows} errors={errors} />
      </EditForm>
    </Page>
  )
}
