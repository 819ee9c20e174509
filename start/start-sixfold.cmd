@echo off
rem Starts Sixfold on Windows: finds Python, and leaves the rest to start.py.
setlocal
chcp 65001 >nul
set PYTHONUTF8=1
for %%p in ("py -3" "py -3.13" "py -3.12" "py -3.11" "python") do (
  %%~p -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
  if not errorlevel 1 (
    %%~p "%~dp0start.py" %*
    if errorlevel 1 pause
    exit /b
  )
)
echo Sixfold needs Python 3.11 or newer, which was not found on this computer.
echo Install it from python.org or from the Microsoft Store, then start this again.
pause
exit /b 1
