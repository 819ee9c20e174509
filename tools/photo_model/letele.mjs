// Writes the faces of @letele/playing-cards, which are components of React, as files: `node letele.mjs FOLDER`.
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";

const folder = process.argv[2];
const require = createRequire(import.meta.url);
const source = join(dirname(require.resolve("@letele/playing-cards/package.json")), "dist", "index.esm.js");
const module = join(dirname(source), "faces.mjs");
writeFileSync(module, readFileSync(source, "utf8").replace("@babel/runtime/helpers/extends", require.resolve("@babel/runtime/helpers/esm/extends")));
const faces = await import(module);
const React = require("react");
const {renderToStaticMarkup} = require("react-dom/server");
mkdirSync(folder, {recursive: true});
for (const [name, face] of Object.entries(faces)) {
    writeFileSync(join(folder, `${name}.svg`), renderToStaticMarkup(React.createElement(face)));
}
