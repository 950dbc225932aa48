import liveScript from 'virtual:live-script'
import type { ReactNode } from 'react'

type AutoRefreshProps = {
  everyMs: number | null
  /** Whether the page goes where its address leads by then. */
  follow?: boolean
  className?: string
  children: ReactNode
}

/** How often a page with other people's groups is read again. */
export const TICKETS_MS = 10_000

/**
 * What stays up to date while a plain page is open: a script reads the page again at this interval
 * and replaces what has changed (decision 0016). `null`: it stays as it was sent.
 */
export const AutoRefresh = ({
  everyMs,
  follow,
  className = 'contents',
  children,
}: AutoRefreshProps) => (
  <>
    <div data-refresh={everyMs ?? ''} data-follow={follow} className={className}>
      {children}
    </div>
    <script type="module" async src={liveScript} />
  </>
)
