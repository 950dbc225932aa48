import followedScript from 'virtual:followed-script'
import type { ReactNode } from 'react'

type FollowedPageProps = { everyMs: number | null; className: string; children: ReactNode }

/**
 * The body of a plain page that stays up to date while it is open: a script reads the page again at
 * this interval and replaces what has changed (decision 0085). `null`: it stays as it was sent.
 */
export const FollowedPage = ({ everyMs, className, children }: FollowedPageProps) => (
  <>
    <div data-followed={everyMs ?? ''} className={className}>
      {children}
    </div>
    <script type="module" async src={followedScript} />
  </>
)
