import {
  createContext,
  type MutableRefObject,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { Icon, X } from './icon.tsx'
import { type Tone, toneIcon, toneText } from './tone.ts'

export type ToastMessage = { kind: 'success' | 'info' | 'error'; message: string }

const tones: Record<ToastMessage['kind'], Tone> = { success: 'ok', info: 'info', error: 'danger' }

/** How long a message is shown (docs/rules.md#messages; styles.css, `.toast`). */
const TOLD_MS = 10_000

type ShownToast = { toast: ToastMessage | null; count: number; dismissed: boolean }
type ToastState = ShownToast & {
  since: MutableRefObject<{ count: number; at: number }>
  dismiss(): void
}

const ToastContext = createContext<ToastState | null>(null)

/** Holds the message left by the previous page, for the page and the dialogs over it. */
export function ToastProvider({
  toast,
  children,
}: {
  toast: ToastMessage | null
  children: ReactNode
}) {
  const [shown, setShown] = useState<ShownToast>({ toast, count: 0, dismissed: false })
  // Later reloads of the page's data have no message; that must not remove the current one.
  if (toast && toast !== shown.toast) setShown({ toast, count: shown.count + 1, dismissed: false })
  const since = useRef({ count: -1, at: 0 })
  useEffect(() => {
    since.current = { count: shown.count, at: performance.now() }
  }, [shown.count])
  const dismiss = () => setShown({ ...shown, dismissed: true })
  return (
    <ToastContext.Provider value={{ ...shown, since, dismiss }}>{children}</ToastContext.Provider>
  )
}

/**
 * Where the message is shown and announced. Every page has one, and so does every dialog: anything
 * outside an open dialog is beneath it and unreachable.
 */
export function Toast({ over }: { over: 'page' | 'dialog' }) {
  const t = useT()
  const state = useContext(ToastContext)
  return (
    <div
      role="status"
      aria-label={t('common:toast.label')}
      className={cx(
        'toasts pointer-events-none fixed inset-x-0 z-50 flex justify-center px-4 print:hidden',
        // Positioned so as not to cover the dialog's title, cross and buttons. A form in steps may
        // be as tall as the screen, so there the message is at the end of the step.
        over === 'page' ? 'top-16' : 'top-1 stepped:absolute stepped:top-auto stepped:bottom-2',
      )}
    >
      {state?.toast && !state.dismissed && (
        <Message key={state.count} state={state} toast={state.toast} />
      )}
    </div>
  )
}

function Message({ state, toast }: { state: ToastState; toast: ToastMessage }) {
  const t = useT()
  const tone = tones[toast.kind]
  // A dialog opened while a message is shown continues it.
  const [late] = useState(() => {
    const { count, at } = state.since.current
    return count === state.count ? performance.now() - at : 0
  })
  if (late >= TOLD_MS) return null
  return (
    <div
      style={late > 0 ? { animationDelay: `0s, ${TOLD_MS - late}ms` } : undefined}
      className="toast pointer-events-auto flex max-w-page items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 shadow-card"
    >
      <Icon of={toneIcon[tone]} className={toneText[tone]} />
      <p className="py-2">{toast.message}</p>
      <button
        type="button"
        data-dismiss
        onClick={state.dismiss}
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-ground"
      >
        <Icon of={X} />
        <span className="for-ears">{t('common:toast.dismiss')}</span>
      </button>
    </div>
  )
}
