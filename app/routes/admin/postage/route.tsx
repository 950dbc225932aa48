import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useHref, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  answerDraft,
  checkDraft,
  type Draft,
  editing,
  readIntent,
  readRows,
  readVersion,
} from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { postageBody } from '#app/schemas/admin-texts.server.ts'
import { EnterPreviews, HiddenValues, PreviewStep, rowValues } from '#app/ui/admin/table-editor.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { BLANK_ROW } from './blank-row.ts'
import { bodyOf, changesOf, textsOfItem, withoutBlanks } from './editor.server.ts'
import { cellLabel, PostageGrid } from './grid.tsx'

export const handle: PageHandle = { title: 'admin:nav.postage', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  const { table, version } = await context.admin.postage.read()
  return editing(table.map(textsOfItem), version)
}

/**
 * `add` and `remove:n` change what is typed, `preview` and `edit` show it, `save` replaces the
 * table.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'catalog' })
  const form = await request.formData()
  const [typed, seen, { intent, at }] = [readRows(form), readVersion(form), readIntent(form)]
  if (intent === 'add') return answerDraft(editing([...typed, BLANK_ROW], seen))
  if (intent === 'remove') return answerDraft(editing(typed.toSpliced(at, 1), seen))
  const rows = withoutBlanks(typed)
  if (intent === 'edit') return answerDraft(editing(rows, seen))
  const checked = checkDraft(context, postageBody, bodyOf(rows))
  if (!checked.ok)
    return answerDraft({ ...editing(rows, seen), errors: checked.errors }, 'validationFailed')
  const { items } = checked.value
  const { postage } = context.admin
  if (intent === 'save' && (await postage.put(id, seen, items)).ok)
    return redirectWithFlash(context, '/admin/postage', {
      kind: 'success',
      key: 'admin:postage.saved',
    })
  // Previewed, or not saved because another save came first: both show what saving would change
  // now.
  const { table, version } = await postage.read()
  const draft: Draft = {
    step: 'preview',
    rows,
    version,
    stale: version !== seen,
    errors: {},
    changes: changesOf(context.t, table, items),
  }
  return answerDraft(draft, draft.stale ? 'versionConflict' : undefined)
}

/** The postage table in yuan: a grid, then a preview of the changes, then saved. */
export default function Postage() {
  const t = useT()
  const page = useHref('/admin/postage')
  const started = useLoaderData<typeof loader>()
  const { step, rows, version, stale, errors, changes } = useActionData<typeof action>() ?? started
  const versionValue = { version: String(version) }
  if (step === 'preview')
    return (
      <Page title={t('admin:draft.previewTitle')} lead={t('admin:postage.previewLead')}>
        <Form method="post" className="flex flex-col gap-4">
          <PreviewStep
            stale={stale}
            changes={changes}
            values={{ ...versionValue, ...rowValues(rows) }}
          />
        </Form>
      </Page>
    )
  return (
    <Page title={t('admin:nav.postage')} lead={t('admin:postage.lead')}>
      <Form method="post" className="flex flex-col gap-4" noValidate>
        <EnterPreviews />
        <HiddenValues values={versionValue} />
        <ErrorSummary
          items={Object.entries(errors).map(([name, text]) =>
            name === 'items'
              ? { text }
              : {
                  fieldId: name.replace(/\.id$/, '.kg'),
                  text: `${cellLabel(t, rows, name)} · ${text}`,
                },
          )}
        />
        <PostageGrid rows={rows} errors={errors} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="preview">
            {t('admin:draft.preview')}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="add"
            formAction={`${page}#row-${rows.length}`}
            variant="secondary"
          >
            {t('admin:postage.add')}
          </Button>
        </p>
      </Form>
    </Page>
  )
}
