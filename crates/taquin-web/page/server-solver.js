// Sends requests to the solver of `taquin serve`, over HTTP.

const UNREACHABLE = { status: "unreachable", errors: ["The solver does not respond. Is `taquin serve` still running?"] };
const GET_CALLS = new Set(["census", "health", "tables"]);
const API = new URL("../api/1/", import.meta.url);

// Parses server-sent events: blocks of lines, each terminated by an empty line.
async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    buffer += chunk.value.replaceAll("\r", "");
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
      const data = field("data:").join("\n");
      if (data) yield { event: field("event:")[0], data: JSON.parse(data) };
    }
  }
}

async function answerOfStream(response, onProgress) {
  for await (const { event, data } of readEvents(response.body)) {
    if (event === "progress") onProgress(data);
    if (event === "answer") return { answer: data };
    if (event === "error") return { error: data };
  }
  return { error: { status: "unreachable", errors: ["The connection to the solver closed without an answer."] } };
}

// The answer to a request: { answer } or { error }. Aborting the signal also stops the search on the server.
export async function ask(call, request = {}, { onProgress, signal } = {}) {
  const url = new URL(call, API);
  const options = { signal };
  if (GET_CALLS.has(call)) {
    url.search = new URLSearchParams(request);
  } else {
    const body = JSON.stringify(onProgress ? { ...request, stream: true } : request);
    Object.assign(options, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  }
  const response = await fetch(url, options).catch((error) => {
    if (error.name === "AbortError") throw error;
    return null;
  });
  if (!response) return { error: UNREACHABLE };
  if (!response.ok) return { error: await response.json().catch(() => ({})) };
  if (onProgress) return answerOfStream(response, onProgress);
  return { answer: await response.json() };
}
