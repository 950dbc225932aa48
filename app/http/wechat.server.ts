/** Whether a page is shown inside WeChat, where files cannot be downloaded. */
export const isWechat = (request: Request): boolean =>
  /MicroMessenger/i.test(request.headers.get('User-Agent') ?? '')
