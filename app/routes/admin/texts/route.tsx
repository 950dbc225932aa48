import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useHref, useLoaderData } from '@remix-run/react'
import { answerTable, openTable } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { languages } from '#app/i18n/languages.ts'
import { SUBJECTS } from '#app/services/admin/texts.server.ts'
import { Gaps } from '#app/ui/admin/gaps.tsx'
import { EditForm, itemName, PreviewForm } from '#app/ui/admin/table-editor.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { serviceOf, textsEditor } from './editor.server.ts'
import { PointFields } from './point-fields.tsx'
import { TextsPreview } from './preview.tsx'

export const handle: PageHandle = { title: 'admin:nav.texts', console: true }

export const loader = async (args: LoaderFunctionArgs) => ({
  draft: (await openTable(args, textsEditor)).draft,
  service: serviceOf(args.request),
  gaps: await args.context.admin.reviews.gaps(),
  services: SUBJECTS,
})
export const action = (args: ActionFunctionArgs) => answerTable(args, textsEditor)

/**
 * What each service promises and asks for: both languages side by side, then previewed as students
 * see it, then saved.
 */
export default function TextsPage() {
  const t = useT()
  const { draft: opened, service, services, gaps } = useLoaderData<typeof loader>()
  const page = useHref(`/admin/texts?service=${service}`)
  const draft = useActionData<typeof action>() ?? opened
  const { rows, errors } = draft
  if (draft.step === 'preview')
    return (
      <Page title={t('admin:draft.previewTitle')} lead={t('admin:text.previewLead')}>
        <PreviewForm draft={draft} nameOf={itemName}>
          {draft.shown && <TextsPreview shown={draft.shown} />}
        </PreviewForm>
      </Page>
    )
  return (
    <Page title={t('admin:nav.texts')} lead={t('admin:text.lead')}>
      <Tabs
        label={t('admin:text.services')}
        items={services.map((one) => ({
          to: `/admin/texts?service=${one}`,
          label: t(`admin:text.service.${one}`),
          current: one === service,
        }))}
      />
      <Gaps gaps={gaps} page={service} />
      <EditForm
        draft={draft}
        summary={Object.entries(errors).map(([name, text]) => summaryLine(t, name, text))}
        preview={t('admin:draft.preview')}
        add={{ label: t('admin:text.add'), to: `${page}#point-${rows.length}` }}
      >
        {rows.map((row, at) => (
          <PointFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a new point has nothing else, and the page is never changed in place
            key={at}
            service={service}
            row={row}
            at={at}
            count={rows.length}
            errors={errors}
          />
        ))}
      </EditForm>
    </Page>
  )
}

/** One error, with where it is. */
function summaryLine(t: Translate, name: string, text: string) {
  const [, at = '', lang, part] = name.split('.')
  const language = languages.find((one) => one === lang)
  if (!language || (part !== 'title' && part !== 'content')) return { text }
  const where = `${t('admin:text.point', { at: Number(at) + 1 })} · ${t(`admin:text.${language}.${part}`)}`
  return { fieldId: name, text: `${where} · ${text}` }
}
