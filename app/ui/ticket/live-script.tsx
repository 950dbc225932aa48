import liveScript from 'virtual:live-script'

/** For pages with tickets that can change while they are looked at (decision 0083). */
export const LiveScript = () => <script type="module" async src={liveScript} />
