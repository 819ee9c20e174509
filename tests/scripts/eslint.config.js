/* Names that nothing declares are found by the types (webapp/assets/tsconfig.json). */
import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: {
      "array-callback-return": "error",
      "consistent-this": "error",
      "eqeqeq": ["error", "always", {null: "ignore"}],
      "no-empty": ["error", {allowEmptyCatch: true}],
      "no-implicit-globals": "error",
      "no-self-compare": "error",
      "no-undef": "off",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "off",
      "no-use-before-define": ["error", {functions: false, variables: false}],
      "no-useless-concat": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", {destructuring: "all"}],
      "require-atomic-updates": "error",
    },
  },
  {files: ["**/message.js"], rules: {"no-control-regex": "off"}}, // its signs are control characters
];
