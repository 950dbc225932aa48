import { perRequest } from '#app/platform/request-scope.server.ts'

export type NewNotices = ReturnType<typeof createNewNotices>

/** Whether a request may have created notices, so that their emails can be sent at once. */
export function createNewNotices() {
  const answers = perRequest((): boolean[] => [])
  return {
    /** Records whether a group reported new notices for one command. */
    report: (created: boolean): void => void answers().push(created),

    /**
     * False only if the request did nothing but send commands to groups, none of which reported
     * any.
     */
    mayExist: (): boolean => answers().length === 0 || answers().includes(true),
  }
}
