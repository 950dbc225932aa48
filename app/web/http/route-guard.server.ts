import type { ActionFunction, LoaderFunction, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { isUnavailable } from '#app/kernel/within.ts'
import type { AppContext } from '#app/server/context.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { asSent, formRead, refuseForm } from './form.server.ts'
import { isPreview } from './form-answer.server.ts'

type Module = {
  loader?: LoaderFunction
  action?: ActionFunction
  default?: unknown
  handle?: unknown
}

/**
 * A route whose loader and action fail in the caller's language, with 503 where D1 or an object
 * gave no answer (decision 0016). What they throw on purpose passes. Remix itself would answer
 * "Unexpected Server Error", and 500.
 */
export function guardRoute<M extends Module>(module: M): M {
  const isFile = module.default === undefined
  const loader = module.loader ?? (isFile ? notAllowed : undefined)
  const action = module.action ?? (isFile ? notAllowed : undefined)
  return {
    ...module,
    ...(loader && { loader: (args: LoaderFunctionArgs) => attempt(loader, args) }),
    ...(action && {
      action: (args: LoaderFunctionArgs) =>
        keepsForm(module) && isPreview(args.request)
          ? preview(args)
          : attempt(action, args, keepsForm(module)),
    }),
  }
}

const notAllowed: LoaderFunction = ({ context }) => plainText(context, 'methodNotAllowed')

/** The console's pages answer their forms each in its own way. */
const keepsForm = ({ default: page, handle }: Module): boolean =>
  page !== undefined && !(handle as PageHandle | undefined)?.console

/** The form as it is so far, for its page to be drawn with; nothing is checked. */
const preview = async ({ request }: LoaderFunctionArgs) => ({
  result: asSent(await request.formData()),
})

async function attempt(work: LoaderFunction, args: LoaderFunctionArgs, keepsForm = false) {
  const { context, request } = args
  try {
    return await work(args)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (!request.signal.aborted)
      context.log.error('page failed', error, { path: new URL(request.url).pathname })
    const code = isUnavailable(error) ? 'unavailable' : 'internal'
    const form = formRead(context)
    // Nothing is known of what was asked; the form says so, and can be sent again.
    if (keepsForm && form && code === 'unavailable') return refuseForm(context, form, { code })
    throw plainText(context, code)
  }
}

/** What a file answers instead of itself. A page only takes its status from this. */
const plainText = ({ t, requestId }: AppContext, code: ErrorCode) =>
  new Response(`${t(`errors:${code}`)}\n${requestId}\n`, {
    status: errorCatalogue[code],
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
