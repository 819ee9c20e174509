/* A wait longer than this is people's: they see why, and send it again themselves. */
const LONGEST_WAIT = 15;

/**
 * The answer to what is sent. Where another one was before it (429), it is sent once more when that is asked, and no third time.
 * @param {() => Promise<Response>} send @param {(seconds: number) => Promise<unknown>} wait
 * @returns {Promise<Response>}
 */
export const onceMore = async (send, wait) => {
  const answer = await send(), seconds = Number(answer.headers.get("Retry-After") || NaN);
  if (answer.status !== 429 || !(seconds <= LONGEST_WAIT)) return answer;
  await wait(seconds);
  return send();
};
