import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useHref, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  answerDraft,
  checkDraft,
  type Draft,
  editing,
  moved,
  readIntent,
  readRows,
  readVersion,
  type Texts,
} from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import type { Language } from '#app/i18n/languages.ts'
import { descriptionsBody } from '#app/schemas/admin-texts.server.ts'
import { type DescriptionItem, SERVICES, withIds } from '#app/services/admin/texts.server.ts'
import type { ServiceDescription } from '#app/services/catalog/catalog.server.ts'
import { EnterPreviews, HiddenValues, PreviewStep, rowValues } from '#app/ui/admin/table-editor.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { bodyOf, changesOf, textsOfItem, withoutBlanks } from './editor.server.ts'
import { BLANK_POINT, FIELDS } from './fields.ts'
import { PointFields } from './point-fields.tsx'
import { TextsPreview } from './preview.tsx'

export const handle: PageHandle = { title: 'admin:nav.texts', console: true }

type Service = (typeof SERVICES)[number]
type TextsDraft = Draft & { shown: Record<Language, ServiceDescription[]> | null }

/** The service in the address; the first if there is none. */
function serviceOf(request: Request): Service {
  const named = new URL(request.url).searchParams.get('service')
  return SERVICES.find((service) => service === named) ?? SERVICES[0]
}

const drafting = (rows: Texts[], version: number): TextsDraft => ({
  ...editing(rows, version),
  shown: null,
})

const shownIn = (items: DescriptionItem[], lang: Language): ServiceDescription[] =>
  items.map(({ id, sortOrder, ...texts }) => ({ id, sortOrder, ...texts[lang] }))

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  const service = serviceOf(request)
  const { table, version } = await context.admin.texts.read(service)
  return { service, services: SERVICES, started: drafting(table.map(textsOfItem), version) }
}

/** The typed points after any button except preview and save; null for those two. */
function edited(rows: Texts[], { intent, at }: { intent: string; at: number }): Texts[] | null {
  if (intent === 'add') return [...rows, BLANK_POINT]
  if (intent === 'remove') return rows.toSpliced(at, 1)
  if (intent === 'up') return moved(rows, at, -1)
  if (intent === 'down') return moved(rows, at, 1)
  return intent === 'edit' ? rows : null
}

/**
 * Changes the typed points, previews them as students would see them, or replaces the service's
 * texts.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'catalog' })
  const service = serviceOf(request)
  const form = await request.formData()
  const [typed, seen, button] = [readRows(form), readVersion(form), readIntent(form)]
  const next = edited(typed, button)
  if (next) return answerDraft(drafting(next, seen))
  const rows = withoutBlanks(typed)
  const checked = checkDraft(context, descriptionsBody, bodyOf(rows))
  if (!checked.ok)
    return answerDraft({ ...drafting(rows, seen), errors: checked.errors }, 'validationFailed')
  const { items } = checked.value
  const { texts } = context.admin
  if (button.intent === 'save' && (await texts.put(id, service, seen, items)).ok)
    return redirectWithFlash(context, `/admin/texts?service=${service}`, {
      kind: 'success',
      key: 'admin:text.saved',
    })
  // Previewed, or not saved because another save came first: both show what saving would change
  // now.
  const { table, version } = await texts.read(service)
  const wanted = withIds(service, items)
  const draft: TextsDraft = {
    step: 'preview',
    rows,
    version,
    stale: version !== seen,
    errors: {},
    changes: changesOf(context.t, table, wanted),
    shown: { zh: shownIn(wanted, 'zh'), en: shownIn(wanted, 'en') },
  }
  return answerDraft(draft, draft.stale ? 'versionConflict' : undefined)
}

/**
 * What each service promises and asks for: both languages side by side, then previewed as students
 * see it, then saved.
 */
export default function TextsPage() {
  const t = useT()
  const { service, services, started } = useLoaderData<typeof loader>()
  const page = useHref(`/admin/texts?service=${service}`)
  const { step, rows, version, stale, errors, changes, shown } =
    useActionData<typeof action>() ?? started
  const versionValue = { version: String(version) }
  if (step === 'preview' && shown)
    return (
      <Page title={t('admin:draft.previewTitle')} lead={t('admin:text.previewLead')}>
        <Form method="post" className="flex flex-col gap-4">
          <PreviewStep
            stale={stale}
            changes={changes}
            values={{ ...versionValue, ...rowValues(rows) }}
          >
            <TextsPreview shown={shown} />
          </PreviewStep>
        </Form>
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
      <Form method="post" className="flex flex-col gap-4" noValidate>
        <EnterPreviews />
        <HiddenValues values={versionValue} />
        <ErrorSummary
          items={Object.entries(errors).map(([name, text]) => summaryLine(t, name, text))}
        />
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
        <p className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="preview">
            {t('admin:draft.preview')}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="add"
            formAction={`${page}#point-${rows.length}`}
            variant="secondary"
          >
            {t('admin:text.add')}
          </Button>
        </p>
      </Form>
    </Page>
  )
}

/** One error, with where it is. */
function summaryLine(t: ReturnType<typeof useT>, name: string, text: string) {
  const [, at = '', ...field] = name.split('.')
  const known = FIELDS.find((one) => one === field.join('.'))
  if (!known) return { text }
  const [lang, part] = known.split('.') as [Language, 'title' | 'content']
  const where = `${t('admin:text.point', { at: Number(at) + 1 })} · ${t(`admin:text.${lang}.${part}`)}`
  return { fieldId: name, text: `${where} · ${text}` }
}
