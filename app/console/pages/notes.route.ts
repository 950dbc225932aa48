import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { noteSchema } from '#app/console/schemas/corrections.server.ts'
import { scopeOfNote, settleNote, writeNote } from '#app/console/service/notes.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm } from '#app/web/http/form.server.ts'
import { safeReturnTo } from '#app/web/http/return-to.server.ts'

/** There is no page here: each is on the page of what it is about. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request)
  return redirect('/admin')
}

/** Writes a note about something, or ends the reminder of one, and leads back to where it was. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireAdmin(context, request)
  const form = await request.formData()
  const subjectId = String(form.get('subjectId') ?? '')
  const { id: by } = await requireAdmin(context, request, { scope: scopeOfNote(subjectId) })
  const back = safeReturnTo(form.get('back'), '/admin')
  if (form.get('intent') === 'done') {
    await settleNote(context, by, { id: String(form.get('id')), subjectId })
    return redirectWithFlash(context, back, { key: 'admin:note.settled' })
  }
  const read = readForm(context, form, noteSchema)
  const saved = read.ok ? await writeNote(context, by, { ...read.value, subjectId }) : read
  return redirectWithFlash(context, back, {
    kind: saved.ok ? 'success' : 'error',
    key: saved.ok ? 'admin:note.saved' : 'admin:note.not',
  })
}
